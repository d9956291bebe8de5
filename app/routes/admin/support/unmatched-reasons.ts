/** Why an email fits no ticket, by its reason. */
export const unmatchedReasons: Readonly<Record<string, string>> = {
  no_ticket: 'It doesn’t reply to any ticket that is here.',
  other_sender: 'It replies to a ticket, but comes from another address than the person who asked.',
  too_many: 'It is one of more than 20 emails to the same ticket within an hour.',
  automatic: 'It seems to be sent by a program, not by a person.',
};
