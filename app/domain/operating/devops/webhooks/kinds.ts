/** What programs can be told of, with what has happened, in families. Triggers of the database write them. */
export const eventFamilies = {
  Users: {
    'user.created': 'An account was made',
    'user.updated': 'Its name, address, role, state, plan or rate changed',
    'user.deleted': 'It was deleted: the id stays, and names nobody',
  },
  Subscriptions: {
    'subscription.created': 'A subscription was begun, paid or not',
    'subscription.updated': 'Its state, period or price changed',
    'subscription.canceled': 'It has ended',
  },
  Payments: {
    'payment.paid': 'Money came in',
    'payment.failed': 'A payment was recorded that brought nothing',
    'payment.refunded': 'Money went back',
    'payment.disputed': 'A bank took money, or gave it back',
    'payment.updated': 'Something else of it became known, such as its fee',
  },
  Commissions: {
    'commission.created': 'Somebody earned, or was given or taken something',
    'commission.approved': 'It has waited long enough to be paid out',
    'commission.reversed': 'It was taken back after a refund or dispute',
  },
  Payouts: {
    'payout.created': 'A payout was made up',
    'payout.updated': 'It is on its way',
    'payout.paid': 'It has arrived',
    'payout.returned': 'It has not: the money is owed again',
  },
} as const;

type Families = typeof eventFamilies;
export type EventKind = { [F in keyof Families]: keyof Families[F] }[keyof Families];

/** Every kind an endpoint can ask for. */
export const eventKinds = Object.values(eventFamilies).flatMap((kinds) => Object.keys(kinds)) as EventKind[];

/** What the button of an endpoint sends, whatever it asks for. */
export const testKind = 'webhook.test';

export const isEventKind = (text: string | null): text is EventKind =>
  eventKinds.some((kind) => kind === text);
