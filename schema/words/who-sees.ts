/** Who sees the notice, by what answers at the app's public address. Other answers say nothing. */
export const whoSees = {
  answers: "Visitors see it when your app is away.",
  notice: "Visitors are seeing the notice now.",
};
