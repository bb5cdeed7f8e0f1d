/** Who sees what is published, by what answers at the app's public address; of any other answer nothing is said. */
export const whoSees = {
  answers: "Visitors see it when your app is away.",
  notice: "Visitors are seeing it now.",
};
