import type { Answer } from '#tests/integration/running-site.ts';
import type { Person } from '#tests/integration/whole-site/people.ts';

/** What somebody meets at an address. */
export type Outcome =
  /** The page, a file, or an answer to what was sent. */
  | 'open'
  /** The way to the sign-in, or a program's 401. */
  | 'sign in'
  /** Whoever is signed in is led to the dashboard. */
  | 'home'
  /** A plain member is led to the form for joining the affiliates. */
  | 'join'
  /** What is for members is said to be so. */
  | 'locked'
  | 'refused'
  /** There is no such method. */
  | 'none';

/** What an answer is to who asked. */
export function outcomeOf({ status, headers, text }: Answer): Outcome {
  const to = headers.location ?? '';
  if (status === 401 || (status === 303 && /^\/(?:login|register)(?:\?|$)/.test(to))) return 'sign in';
  if (status === 303 && /^\/affiliate-centre\?redirectTo=/.test(to)) return 'join';
  if (status === 303 && to === '/dashboard') return 'home';
  if (status === 405) return 'none';
  if (/is part of the membership|membership is needed/.test(text)) return 'locked';
  return status === 403 ? 'refused' : 'open';
}

/** Who meets what. */
type Door = Readonly<Record<Person, Outcome>>;

const door = (...[visitor, member, paying, affiliate, reseller, pro, admin]: readonly Outcome[]): Door => ({
  visitor: visitor ?? 'none',
  'without membership': member ?? 'none',
  'with membership': paying ?? 'none',
  affiliate: affiliate ?? 'none',
  reseller: reseller ?? 'none',
  pro_reseller: pro ?? 'none',
  admin: admin ?? 'none',
});

const six = (outcome: Outcome): Outcome[] => Array.from({ length: 6 }, () => outcome);

const doors = {
  everybody: door('open', ...six('open')),
  nobody: door('none', ...six('none')),
  visitors: door('open', ...six('home')),
  'no form for visitors': door('none', ...six('home')),
  'signed in': door('sign in', ...six('open')),
  'signed in, no form': door('sign in', ...six('none')),
  /** Leads on by itself whoever is signed in. */
  'led on': door('sign in', ...six('home')),
  members: door('sign in', 'locked', 'open', 'open', 'open', 'open', 'open'),
  community: door('sign in', 'refused', 'open', 'open', 'open', 'open', 'open'),
  sellers: door('sign in', 'join', 'join', 'open', 'open', 'open', 'open'),
  'sellers, no form': door('sign in', 'join', 'join', 'none', 'none', 'none', 'none'),
  /** For who is none of it yet; a reseller is told that they are. */
  'the trial': door('sign in', 'home', 'home', 'home', 'open', 'open', 'home'),
  admins: door('sign in', 'refused', 'refused', 'refused', 'refused', 'refused', 'open'),
  /** A session opens nothing there; or it is ended. */
  'no session': door('sign in', ...six('sign in')),
  /** An address of another sort than this one, which nobody has signed. */
  'signed addresses': door('refused', ...six('refused')),
} satisfies Record<string, Door>;

export type DoorName = keyof typeof doors;

/** Which door outcomes are those of; what they are where they are none's. */
export const doorOf = (met: Readonly<Record<string, string>>): string =>
  Object.entries(doors).find(([, known]) =>
    Object.entries(known).every(([person, outcome]) => met[person] === outcome),
  )?.[0] ?? JSON.stringify(met);

/** Each route outside of the admin area, which has a table by levels of its own: who may look at it, and who may send it a form. */
export const authorised: Readonly<Record<string, readonly [GET: DoorName, POST: DoorName]>> = {
  '/': ['visitors', 'no form for visitors'],
  '/login': ['visitors', 'visitors'],
  '/login/passkey': ['no form for visitors', 'visitors'],
  '/login/second-step': ['led on', 'led on'],
  '/login/second-step/lost': ['led on', 'led on'],
  '/register': ['visitors', 'visitors'],
  '/affiliate-login': ['visitors', 'visitors'],
  '/affiliate/sign-up': ['visitors', 'visitors'],
  '/pricing': ['everybody', 'nobody'],
  '/products/:productSlug': ['everybody', 'nobody'],
  '/demo': ['everybody', 'nobody'],
  '/affiliate-program': ['everybody', 'nobody'],
  '/search': ['everybody', 'nobody'],
  '/search/suggestions': ['everybody', 'nobody'],
  '/support': ['everybody', 'everybody'],
  '/support/thread/:token/files/:attachmentId': ['everybody', 'nobody'],
  '/support/thread/:token/mail/:mailId': ['everybody', 'nobody'],
  '/support/thread/:token': ['everybody', 'everybody'],
  '/community': ['everybody', 'nobody'],
  '/whats-new': ['everybody', 'nobody'],
  '/whats-new/:newsMonth': ['everybody', 'nobody'],
  '/tutorials': ['everybody', 'nobody'],
  '/playbooks': ['everybody', 'nobody'],
  '/playbooks/:playbookSlug': ['everybody', 'signed in'],
  '/playbooks/:playbookSlug/:file': ['everybody', 'nobody'],
  '/logout': ['everybody', 'everybody'],
  '/clear-auth-cache': ['everybody', 'no session'],
  '/training/workbooks/:file': ['everybody', 'nobody'],
  '/email-course/unsubscribe/:token': ['everybody', 'everybody'],
  '/notifications/unsubscribe/:token': ['everybody', 'everybody'],
  '/emails/unsubscribe/:token': ['everybody', 'everybody'],
  '/l/:linkId': ['everybody', 'nobody'],
  '/certificates/:code': ['everybody', 'nobody'],
  '/r/:code': ['everybody', 'nobody'],
  '/legal/:document': ['everybody', 'nobody'],
  '/sign-in/:token': ['everybody', 'everybody'],
  '/continue/:provider': ['everybody', 'everybody'],
  '/continue/callback': ['everybody', 'nobody'],
  '/reset-password/:token': ['everybody', 'everybody'],
  '/recover-account/:token': ['everybody', 'everybody'],
  '/email-change/:token': ['everybody', 'everybody'],
  '/verify-email/:token': ['everybody', 'everybody'],
  '/payout-address/:token': ['everybody', 'everybody'],
  '/last-payout/:token': ['everybody', 'everybody'],
  '/checkout': ['signed in', 'signed in'],
  '/checkout/paypal': ['signed in', 'signed in'],
  '/checkout/paypal/return': ['signed in', 'signed in, no form'],
  '/thank-you': ['signed in', 'signed in, no form'],
  '/products/:productSlug/yours': ['signed in', 'signed in, no form'],
  '/DMD': ['signed in', 'signed in, no form'],
  '/tripwire-success': ['signed in', 'signed in, no form'],
  '/special': ['signed in', 'signed in, no form'],
  '/special-invite': ['signed in', 'signed in, no form'],
  '/reseller-checkout': ['signed in', 'signed in, no form'],
  '/reseller-trial': ['signed in', 'the trial'],
  '/reseller-success': ['signed in', 'signed in, no form'],
  '/pro-reseller-upsell': ['signed in', 'signed in, no form'],
  '/three-months-free-upsell': ['signed in', 'signed in, no form'],
  '/funnel-setup': ['signed in', 'signed in'],
  '/support/files/:attachmentId': ['signed in', 'signed in, no form'],
  '/support/mail/:mailId': ['signed in', 'signed in, no form'],
  '/support/tickets': ['signed in', 'signed in, no form'],
  '/support/tickets/:number': ['signed in', 'signed in'],
  '/dashboard': ['signed in', 'signed in, no form'],
  '/dashboard/coming-soon': ['led on', 'signed in'],
  '/courses': ['signed in', 'signed in, no form'],
  '/courses/:courseSlug': ['members', 'signed in, no form'],
  '/courses/:courseSlug/complete': ['signed in', 'signed in'],
  '/courses/:courseSlug/quiz': ['members', 'members'],
  '/courses/:courseSlug/certificate': ['signed in', 'signed in'],
  '/courses/:courseSlug/certificate.pdf': ['signed in', 'signed in, no form'],
  '/courses/:courseSlug/schedule.ics': ['signed in', 'signed in, no form'],
  '/courses/:courseSlug/slides.pdf': ['signed in', 'signed in, no form'],
  '/courses/:courseSlug/:moduleSegment': ['members', 'members'],
  '/courses/:courseSlug/:moduleSegment/watch': ['signed in', 'signed in, no form'],
  '/watching': ['signed in', 'signed in'],
  '/reading': ['signed in', 'signed in'],
  '/courses/:courseSlug/:moduleSegment/checklist': ['signed in', 'members'],
  '/training': ['signed in', 'signed in, no form'],
  '/training/guides/:guideSlug': ['members', 'members'],
  '/training/videos/:seriesSlug': ['members', 'members'],
  '/checklist/:shelf/:name': ['signed in', 'members'],
  '/playbooks/:playbookSlug/template': ['signed in', 'signed in'],
  '/calculators': ['signed in', 'signed in'],
  '/calculators/:calculatorSlug': ['members', 'members'],
  '/email-course': ['signed in', 'signed in'],
  '/email-course/:month': ['members', 'members'],
  '/guides/getting-started': ['signed in', 'signed in, no form'],
  '/ebook': ['members', 'signed in, no form'],
  '/ebook/cover.svg': ['signed in', 'signed in, no form'],
  '/ebook/:file': ['signed in', 'signed in, no form'],
  '/affiliate-centre': ['signed in', 'signed in'],
  '/affiliate-centre/tools': ['sellers', 'sellers'],
  '/affiliate-centre/support': ['sellers', 'sellers'],
  '/affiliate-centre/keys': ['sellers', 'sellers'],
  '/affiliate-centre/qr/:file': ['sellers', 'sellers, no form'],
  '/affiliate-centre/commissions': ['sellers', 'sellers, no form'],
  '/affiliate-centre/commissions/:id': ['sellers', 'sellers, no form'],
  '/affiliate-centre/stats': ['sellers', 'sellers, no form'],
  '/affiliate-centre/stats.csv': ['sellers', 'sellers, no form'],
  '/affiliate-centre/payouts': ['sellers', 'sellers'],
  '/affiliate-centre/payouts/address': ['sellers', 'sellers'],
  '/affiliate-centre/payouts/ledger.csv': ['sellers', 'sellers, no form'],
  '/affiliate-centre/payouts/months/:month': ['sellers', 'sellers, no form'],
  '/affiliate-centre/payouts/months/:month/statement.pdf': ['sellers', 'sellers, no form'],
  '/affiliate-centre/payouts/:number': ['sellers', 'sellers, no form'],
  '/affiliate-centre/payouts/:number/statement.pdf': ['sellers', 'sellers, no form'],
  '/affiliate-centre/training': ['sellers', 'sellers, no form'],
  '/affiliate-centre/training/:lesson': ['sellers', 'sellers'],
  '/marketing-materials': ['sellers', 'sellers, no form'],
  '/marketing-materials/:materialId/preview.png': ['sellers', 'sellers, no form'],
  '/marketing-materials/:materialId/:file': ['sellers', 'sellers, no form'],
  '/assistant': ['signed in', 'signed in'],
  '/assistant/export': ['signed in', 'signed in, no form'],
  '/assistant/:conversationId': ['signed in', 'signed in'],
  '/community/new': ['community', 'signed in'],
  '/community/threads/:threadId': ['community', 'signed in'],
  '/community/posts/:postId': ['community', 'signed in, no form'],
  '/community/posts/:postId/edit': ['signed in', 'signed in'],
  '/community/posts/:postId/report': ['community', 'signed in'],
  '/community/posts/:postId/history': ['community', 'signed in, no form'],
  '/notifications': ['signed in', 'signed in'],
  '/notifications/push': ['signed in, no form', 'signed in'],
  '/notifications/emails': ['signed in', 'signed in'],
  '/notifications/settings': ['signed in', 'signed in'],
  '/profile': ['signed in', 'signed in'],
  '/billing': ['signed in', 'signed in, no form'],
  '/profile/appearance': ['signed in', 'signed in'],
  '/profile/picture': ['signed in', 'signed in'],
  '/pictures/:pictureId': ['signed in', 'signed in, no form'],
  '/profile/billing': ['signed in', 'signed in'],
  '/profile/billing/card/:token': ['signed in', 'signed in, no form'],
  '/profile/billing/cancel': ['signed in', 'signed in'],
  '/profile/billing/yearly': ['signed in', 'signed in'],
  '/profile/billing/refund/:paymentId': ['signed in', 'signed in'],
  '/profile/billing/details': ['signed in', 'signed in'],
  '/profile/billing/receipts/:number': ['signed in', 'signed in'],
  '/profile/billing/receipts/:number/pdf': ['signed in', 'signed in, no form'],
  '/profile/security': ['signed in', 'signed in'],
  '/profile/security/email': ['signed in', 'signed in'],
  '/profile/security/data': ['signed in', 'signed in'],
  '/profile/security/data/:exportId': ['signed in', 'signed in, no form'],
  '/profile/security/delete': ['signed in', 'signed in'],
  '/profile/security/delete/give-up': ['signed in', 'signed in'],
  '/profile/security/sessions': ['signed in', 'signed in'],
  '/profile/security/identities': ['signed in', 'signed in'],
  '/profile/security/authenticator': ['signed in', 'signed in'],
  '/profile/security/passkeys': ['signed in', 'signed in'],
  '/profile/security/passkeys/new': ['signed in, no form', 'signed in'],
  '/profile/security/recovery-codes': ['signed in', 'signed in'],
  '/profile/security/recovery-codes.txt': ['signed in', 'signed in, no form'],
  '/change-password': ['signed in', 'signed in'],
  '/confirm-identity': ['signed in', 'signed in'],
  '/confirm-identity/passkey': ['signed in, no form', 'signed in'],
  '/verify-email/resend': ['led on', 'led on'],
  '/view-as/end': ['everybody', 'everybody'],
  '/api/devops/keys': ['admins', 'nobody'],
  '/api/devops/generate-key': ['nobody', 'admins'],
  '/devops/generate-api-key': ['nobody', 'admins'],
  '/checkout/accept': ['nobody', 'signed in'],
  '/create-payment-intent': ['nobody', 'signed in'],
  '/api/ai-assistant': ['signed in', 'everybody'],
  '/api/ai-assistant/ticket': ['everybody', 'signed in'],
  '/api/ai-assistant/rating': ['everybody', 'signed in'],
  '/api/ai-assistant/:requestKey/stream': ['signed in', 'nobody'],
  '/create-membership-session': ['nobody', 'signed in'],
  '/create-reseller-session': ['nobody', 'signed in'],
  '/create-pro-reseller-session': ['nobody', 'signed in'],
  '/dev/design': ['everybody', 'nobody'],
  '/dev/outbox': ['everybody', 'nobody'],
  '/dev/outbox/:mailId': ['everybody', 'nobody'],
  '/api/affiliate/summary': ['no session', 'nobody'],
  '/api/affiliate/stats': ['no session', 'nobody'],
  '/api/affiliate/sources': ['no session', 'nobody'],
  '/api/affiliate/commissions': ['no session', 'nobody'],
  '/api/devops/openapi.json': ['everybody', 'nobody'],
  '/api/devops/sync/:resource': ['everybody', 'nobody'],
  '/metrics': ['no session', 'nobody'],
  '/api/devops/webhook-endpoints': ['no session', 'no session'],
  '/api/devops/webhook-endpoints/:endpointId': ['nobody', 'nobody'],
  '/webhooks/stripe': ['everybody', 'everybody'],
  '/webhooks/paypal': ['everybody', 'everybody'],
  '/webhooks/postmark': ['everybody', 'everybody'],
  '/webhooks/resend': ['everybody', 'everybody'],
  '/webhooks/mailgun': ['everybody', 'everybody'],
  '/webhooks/mail': ['everybody', 'everybody'],
  '/widgets/:kind': ['signed addresses', 'nobody'],
  '/sitemap.xml': ['everybody', 'nobody'],
  '/robots.txt': ['everybody', 'nobody'],
  '/.well-known/security.txt': ['everybody', 'nobody'],
  '/security.txt': ['everybody', 'nobody'],
  '/.well-known/change-password': ['everybody', 'nobody'],
  '/manifest.webmanifest': ['everybody', 'nobody'],
  '/feed.xml': ['everybody', 'nobody'],
  '/whats-new.xml': ['everybody', 'nobody'],
  '/speculation-rules.json': ['everybody', 'nobody'],
  '/images/:image': ['everybody', 'nobody'],
  '/meta.json': ['everybody', 'nobody'],
  '/healthz': ['everybody', 'nobody'],
  '/livez': ['everybody', 'nobody'],
  '/readyz': ['everybody', 'nobody'],
};
