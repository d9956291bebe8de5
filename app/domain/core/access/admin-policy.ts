/** How much of the admin area an admin has. */
export type AdminLevel = 'support' | 'manager' | 'owner';

/** A thing that can be done in the admin area. */
interface Rule {
  /** Who may. */
  levels: readonly AdminLevel[];
  /** Wants the admin to have confirmed who they are, by password or second factor, within the last quarter of an hour. */
  isConfirmed?: true;
}

const all = ['support', 'manager', 'owner'] as const;
const managers = ['manager', 'owner'] as const;
const owners = ['owner'] as const;

// Who may do what in the admin area. The one table: pages, their forms and the domain's commands ask it by these names.
const rules = {
  'dashboard:read': { levels: all },
  /** What the business earns and loses, its visitors, learners and affiliates. */
  'analytics:read': { levels: managers },
  'users:read': { levels: all },
  /** Notes about a user. */
  'users:assist': { levels: all },
  /** Mailing a user a link, such as to verify their address. */
  'users:send_link': { levels: all, isConfirmed: true },
  /** Ending a user's sessions. */
  'users:sign_out': { levels: all, isConfirmed: true },
  /** Looking at the site as a member sees it, with all that is theirs. */
  'users:view_as': { levels: all, isConfirmed: true },
  'tickets:read': { levels: all },
  /** Answering, noting, handing on, closing; the words that are answered with again and again. */
  'tickets:answer': { levels: all },
  /** A user's name. */
  'users:edit': { levels: managers },
  /** The address that a user signs in with, and that links to their account are mailed to. */
  'users:set_address': { levels: managers, isConfirmed: true },
  /** Letting a user in, or shutting them out. */
  'users:set_status': { levels: managers, isConfirmed: true },
  /** Taking away a second factor that a user has lost. */
  'users:remove_factor': { levels: owners, isConfirmed: true },
  /** Making an account for somebody, with a link to choose its password. */
  'users:invite': { levels: managers, isConfirmed: true },
  /** What the others allow, with another admin. */
  'admins:change': { levels: owners, isConfirmed: true },
  /** Making accounts for the people of a file, and undoing that. */
  'users:import': { levels: managers, isConfirmed: true },
  'users:export': { levels: managers, isConfirmed: true },
  /** Saved conditions by which people are found; who is in one shows on Users. */
  'segments:edit': { levels: managers },
  /** Letters to many: writing and testing, and sending them. */
  'letters:edit': { levels: managers },
  'letters:send': { levels: managers, isConfirmed: true },
  'users:delete': { levels: owners, isConfirmed: true },
  /** Role, rate of commission, and what somebody has without payment. */
  'roles:change': { levels: managers, isConfirmed: true },
  /** Giving money back, ending what is paid for; deciding what affiliates are owed, and paying it. */
  'money:move': { levels: managers, isConfirmed: true },
  /** Taking over subscriptions that another system has sold. */
  'subscriptions:adopt': { levels: managers, isConfirmed: true },
  'commissions:read': { levels: all },
  'promotions:read': { levels: all },
  /** Making and ending promotion codes. */
  'promotions:manage': { levels: managers, isConfirmed: true },
  'gifts:read': { levels: all },
  /** Emailing a gift again, and ending its code. */
  'gifts:manage': { levels: managers, isConfirmed: true },
  'devops:read': { levels: managers },
  /** Making, rotating and revoking keys of the DevOps integration. */
  'keys:manage': { levels: owners, isConfirmed: true },
  /** Endpoints of outgoing webhooks, and their secrets. */
  'webhooks:manage': { levels: owners, isConfirmed: true },
  'operations:read': { levels: all },
  /** Having mails, events and jobs that failed done again, or taken off the list. */
  'operations:run': { levels: managers },
  /** What the assistant is used for, and what it could not answer. */
  'assistant:read': { levels: all },
  'assistant:handle': { levels: managers },
  /** What members have reported, and what was done about it. */
  'community:read': { levels: all },
  'community:moderate': { levels: all },
  /** Keeping somebody from posting. */
  'community:suspend': { levels: managers },
  'products:read': { levels: managers },
  /** What is sold, for how much, and who earns on it. */
  'products:change': { levels: owners, isConfirmed: true },
  'settings:read': { levels: managers },
  /** What is announced above every page. */
  'settings:announce': { levels: managers },
  /** What access costs and affiliates get, what is held, and whether the site is open. */
  'settings:change': { levels: owners, isConfirmed: true },
  /** Where addresses of the site that was here before lead. */
  'redirects:change': { levels: managers },
  /** Making the code by which other sites show parts of this one. */
  'widgets:read': { levels: managers },
  /** What the site says and teaches: writing, publishing, and putting back what was. */
  'content:edit': { levels: managers },
  /** Reading and answering what learners hand in; people who are no admins are given it, for one course or for all. */
  'assignments:answer': { levels: managers },
  /** Giving that to somebody, and taking it away. */
  'assignments:appoint': { levels: managers, isConfirmed: true },
  /** Taking a piece off the site. */
  'content:archive': { levels: managers, isConfirmed: true },
  /** What people agree to: terms, privacy, refunds, the programme's agreement. */
  'legal:publish': { levels: owners, isConfirmed: true },
  'audit:read': { levels: managers },
  'audit:export': { levels: owners, isConfirmed: true },
} as const satisfies Record<string, Rule>;

/** What an admin may do, by name. */
export type Permission = keyof typeof rules;

export const permissions = Object.keys(rules) as Permission[];

/** Whether an admin of a level may do something; somebody who is no admin (null) may nothing. */
export function levelMay(level: AdminLevel | null, permission: Permission): boolean {
  const { levels }: Rule = rules[permission];
  return level !== null && levels.includes(level);
}

/** The levels of admins who may do something. */
export const levelsThatMay = (permission: Permission): readonly AdminLevel[] => rules[permission].levels;

/** Whether something wants a fresh confirmation of who asks. */
export function wantsConfirmation(permission: Permission): boolean {
  const rule: Rule = rules[permission];
  return rule.isConfirmed === true;
}
