import type { Mails } from '#app/platform/mail/content.ts';
import { mailDay } from '#app/platform/mail/wording.ts';

/** Who has invited somebody, where they may be named: to an address that nobody has verified go fixed words alone. */
const inviter = (ownerName: string | null) => ownerName ?? 'The owner of a team';

export const teamMails = {
  /** To somebody who has not asked for it. */
  'team-invitation': (mail: { ownerName: string | null; acceptUrl: string; expiresAt: Date }) => ({
    subject: 'You’re invited to a team',
    greeting: 'Hello,',
    paragraphs: [
      `${inviter(mail.ownerName)} has kept a seat for you. With it, every course, guide and playbook is open to you. It costs you nothing, and we don’t ask you for a card.`,
      `To take the seat, sign in or create a free account with this email address. You can do so until ${mailDay(mail.expiresAt)}.`,
      'The owner sees your name and when you joined. Your progress stays private unless you share it.',
    ],
    action: { label: 'See the invitation', url: mail.acceptUrl },
    closing: 'If you don’t want the seat, you don’t need to do anything.',
  }),
  /** To the team's owner. */
  'team-joined': (mail: { name: string; memberName: string | null; teamUrl: string }) => ({
    subject: `${mail.memberName ?? 'Somebody'} has joined your team`,
    paragraphs: [
      `${mail.memberName ?? 'Somebody you invited'} has accepted your invitation and has a seat in your team.`,
    ],
    action: { label: 'See your team', url: mail.teamUrl },
  }),
  /** To whoever had the seat. */
  'team-removed': (mail: { name: string; ownerName: string | null; joinUrl: string }) => ({
    subject: 'Your seat in a team has ended',
    paragraphs: [
      `${inviter(mail.ownerName)} has given your seat up. Your account, your progress and your certificates are still here. If you have a membership of your own, it goes on.`,
      'Without a seat you can join with a card of your own.',
    ],
    action: { label: 'See the membership', url: mail.joinUrl },
  }),
  /** To whoever has a seat, when nobody pays for it any more. */
  'team-closed': (mail: { name: string; ownerName: string | null; joinUrl: string }) => ({
    subject: 'Your team has ended, and your seat with it',
    paragraphs: [
      `${inviter(mail.ownerName)} no longer pays for the team you have a seat in, so the seat no longer opens lessons. Your account, your progress and your certificates are still here. If you have a membership of your own, it goes on.`,
      'If the team starts again, your seat is yours again without doing anything. Until then you can join with a card of your own.',
    ],
    action: { label: 'See the membership', url: mail.joinUrl },
  }),
} satisfies Mails;
