/** The package's own types of this entry cannot be found by the rules of Node: they import without file endings. */
declare module "@stripe/stripe-js/pure" {
  export { loadStripe } from "@stripe/stripe-js";
}
