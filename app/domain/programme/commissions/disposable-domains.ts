/** Domains whose mailboxes are open to anybody, or gone in minutes: the ones met most. An operator sees who is held and may release. */
const domains = new Set(
  `10minutemail.com 10minutemail.net 1secmail.com 1secmail.net 1secmail.org 20minutemail.com 33mail.com anonbox.net burnermail.io
  byom.de cock.li crazymailing.com discard.email discardmail.com dispostable.com dropmail.me emailondeck.com emailfake.com
  fakeinbox.com fakemail.net fakemailgenerator.com fexbox.org fexpost.com getairmail.com getnada.com grr.la guerrillamail.biz
  guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org guerrillamailblock.com harakirimail.com
  inboxbear.com inboxkitten.com incognitomail.org jetable.org kasmail.com linshiyouxiang.net luxusmail.org mail-temp.com mail.tm
  mailcatch.com maildrop.cc mailexpire.com mailinator.com mailinator.net mailinator2.com mailmoat.com mailnesia.com mailnull.com
  mailpoof.com mailsac.com mailtemp.net mintemail.com minuteinbox.com moakt.cc moakt.com mohmal.com mvrht.com mytemp.email
  mytrashmail.com nada.email nowmymail.com oneoffemail.com owlymail.com pokemail.net rcpt.at sharklasers.com shieldemail.com
  smailpro.com spam4.me spambog.com spambox.us spamfree24.org spamgourmet.com spamex.com temp-mail.io temp-mail.org tempail.com
  tempinbox.com tempmail.dev tempmail.net tempmail.plus tempmailo.com tempr.email throwawaymail.com tmail.io tmpmail.net
  tmpmail.org trash-mail.com trashmail.com trashmail.de trashmail.io trashmail.me trashmail.net trbvm.com wegwerfmail.de
  wegwerfmail.net yopmail.com yopmail.fr yopmail.net zetmail.com`.split(/\s+/),
);

/** Whether an address is at a provider of disposable addresses, or below one. */
export function isDisposable(email: string): boolean {
  const domain = email.trim().toLowerCase().split('@')[1] ?? '';
  const parts = domain.split('.');
  return parts.some((_, index) => domains.has(parts.slice(index).join('.')));
}
