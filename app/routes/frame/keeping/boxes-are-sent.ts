/** A field that stands outside the form of a checklist, as its boxes do: who sends it sends them. */
export const boxesAreSent = 'boxes';
