/** Node's rules cannot resolve the package's own types for this entry: they import without file extensions. */
declare module "@stripe/stripe-js/pure" {
  export { loadStripe } from "@stripe/stripe-js";
}
