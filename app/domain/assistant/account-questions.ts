import type { LanguageCode } from '#app/domain/assistant/languages.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import { fold } from '#app/domain/site/search/words.ts';

// What members ask about their account in other languages than the site's: recognized by a few words, answered in a sentence with the way there.
// In English the help texts answer.

/** What of an account a question is about. */
type AccountTopic = 'next_payment' | 'refund' | 'erase' | 'lost_phone' | 'commission' | 'invoice' | 'cancel';

/** Where each is done or seen, and the English help text on it. */
const places: Record<AccountTopic, { path: string; label: string; help: string }> = {
  cancel: { path: '/profile/billing', label: 'Billing', help: '/support#how-do-i-cancel-my-membership' },
  next_payment: {
    path: '/profile/billing',
    label: 'Billing',
    help: '/support#when-is-my-next-payment-and-how-much-is-it',
  },
  refund: {
    path: '/profile/billing',
    label: 'Billing',
    help: '/support#how-does-the-money-back-guarantee-work',
  },
  invoice: {
    path: '/profile/billing',
    label: 'Billing',
    help: '/support#where-do-i-find-my-invoices-and-receipts',
  },
  erase: { path: '/profile/security', label: 'Security', help: '/support#how-do-i-delete-my-account' },
  lost_phone: {
    path: '/login/second-step/lost',
    label: 'Lost both?',
    help: '/support#i-lost-my-phone-and-cannot-get-the-code-how-do-i-sign-in',
  },
  commission: {
    path: '/affiliate-centre/commissions',
    label: 'Commissions',
    help: '/support#a-commission-is-missing-what-can-i-do',
  },
};

/** By which words, without accents, each is told; the first that fits is meant. */
const patterns: Record<LanguageCode, Record<AccountTopic, RegExp>> = {
  de: {
    next_payment:
      /nachste\w* (zahlung|abbuchung|rechnung)|wann .*(abgebucht|zahlen|bezahlen)|wie ?viel .*(abgebucht)/,
    refund: /geld (zuruck|wieder)|ruckerstatt|erstattung|zuruckbekomm/,
    erase: /(daten|konto|account).*(losch|entfern)|losch.*(daten|konto|account)/,
    lost_phone:
      /(handy|telefon|smartphone).*(verloren|weg|gestohlen|kaputt)|(verloren|gestohlen).*(handy|telefon|smartphone)/,
    commission: /provision/,
    invoice: /\b(rechnung|quittung|beleg)/,
    cancel: /\bkundig|\b(abo|abonnement|mitgliedschaft)\b.*(beend|stopp|abmeld|los)/,
  },
  es: {
    next_payment: /(proxim[oa]|siguiente) (pago|cobro|cargo|factura)|cuando .*(cobra|pag)/,
    refund: /reembols|(devol|devuel|recuper)\w* .*dinero|dinero de vuelta/,
    erase: /(borr|elimin)\w* .*(datos|cuenta)|(datos|cuenta) .*(borr|elimin)/,
    lost_phone:
      /(perdi|perdido|robaron|robado).*(movil|telefono|celular)|(movil|telefono|celular).*(perdi|roba)/,
    commission: /comision/,
    invoice: /\b(factura|recibo)/,
    cancel: /\b(cancel|anul)|dar(me|se)? de baja|dejar de pagar/,
  },
  fr: {
    next_payment: /prochain\w* (paiement|prelevement|facture)|quand .*(preleve|debite|paie|payer)/,
    refund: /rembours/,
    erase: /(effac|supprim)\w* .*(donnees|compte)|(donnees|compte) .*(effac|supprim)/,
    lost_phone: /(perdu|vole).*(telephone|portable|mobile)|(telephone|portable|mobile).*(perdu|vole)/,
    commission: /commission/,
    invoice: /\b(facture|recu)\b/,
    cancel: /\b(annul|resili|desabonn)|arreter .*(abonnement|payer)/,
  },
  pt: {
    next_payment: /proxim[oa] (pagamento|cobranca|fatura)|quando .*(cobra|pag)/,
    refund: /reembols|dinheiro de volta|devol\w* .*dinheiro/,
    erase: /(apag|exclu|elimin|delet)\w* .*(dados|conta)/,
    lost_phone:
      /(perdi|roubaram|perdeu).*(celular|telemovel|telefone)|(celular|telemovel|telefone).*(perdi|rouba)/,
    commission: /comiss(ao|oes)/,
    invoice: /\b(fatura|recibo|nota fiscal)/,
    cancel: /\b(cancel|encerr)|deixar de pagar/,
  },
  it: {
    next_payment: /prossim[oa] (pagamento|addebito|fattura)|quando .*(addebit|pag)/,
    refund: /rimbors|soldi indietro/,
    erase: /(cancell|elimin)\w* .*(dati|account|profilo)/,
    lost_phone: /(perso|rubato).*(telefono|cellulare)|(telefono|cellulare).*(perso|rubato)/,
    commission: /commission[ei]|provvigion/,
    invoice: /\b(fattur|ricevut)/,
    cancel: /\bdisdi|\bannull|cancell\w* .*abbonamento|smettere di pagare/,
  },
  nl: {
    next_payment: /volgende (betaling|afschrijving|factuur)|wanneer .*(afgeschreven|betal)/,
    refund: /geld terug|terugbetal|terugbetaling/,
    erase: /(verwijder|wis)\w* .*(gegevens|account)|(gegevens|account) .*(verwijder|wis)/,
    lost_phone: /(telefoon|mobiel).*(kwijt|verloren|gestolen)|(kwijt|verloren|gestolen).*(telefoon|mobiel)/,
    commission: /commissie/,
    invoice: /\b(factu|bonnetje|rekening)/,
    cancel: /\bopzeg|\bzeg .* op\b|annule|stopzet/,
  },
};

/** One sentence on each, and how the link to the help text is called. */
const sentences: Record<LanguageCode, Record<AccountTopic, string> & { more: string }> = {
  de: {
    cancel: 'Kündigen kannst du jederzeit hier:',
    next_payment: 'Datum und Betrag der nächsten Zahlung stehen hier:',
    refund: 'Das Geld zurück verlangst du hier, neben der Zahlung:',
    erase: 'Dein Konto und deine Daten löschst du hier, unter „Your data“:',
    lost_phone: 'Ohne das Telefon meldest du dich so an:',
    commission: 'Jede Provision steht mit ihrem Stand hier:',
    invoice: 'Rechnungen und Belege findest du hier:',
    more: 'Die Antwort auf Englisch',
  },
  es: {
    cancel: 'Puedes cancelar en cualquier momento aquí:',
    next_payment: 'La fecha y el importe del próximo pago están aquí:',
    refund: 'El reembolso se pide aquí, junto al pago:',
    erase: 'Tu cuenta y tus datos se borran aquí, en «Your data»:',
    lost_phone: 'Sin el teléfono puedes entrar así:',
    commission: 'Cada comisión está aquí con su estado:',
    invoice: 'Tus facturas y recibos están aquí:',
    more: 'La respuesta en inglés',
  },
  fr: {
    cancel: 'Vous pouvez résilier à tout moment ici :',
    next_payment: 'La date et le montant du prochain paiement sont ici :',
    refund: 'Le remboursement se demande ici, à côté du paiement :',
    erase: 'Vous supprimez votre compte et vos données ici, sous « Your data » :',
    lost_phone: 'Sans le téléphone, connectez-vous ainsi :',
    commission: 'Chaque commission est ici avec son état :',
    invoice: 'Vos factures et reçus sont ici :',
    more: 'La réponse en anglais',
  },
  pt: {
    cancel: 'Você pode cancelar a qualquer momento aqui:',
    next_payment: 'A data e o valor do próximo pagamento estão aqui:',
    refund: 'O reembolso é pedido aqui, ao lado do pagamento:',
    erase: 'Sua conta e seus dados são apagados aqui, em "Your data":',
    lost_phone: 'Sem o telefone, entre assim:',
    commission: 'Cada comissão está aqui com o seu estado:',
    invoice: 'Suas faturas e recibos estão aqui:',
    more: 'A resposta em inglês',
  },
  it: {
    cancel: 'Puoi disdire in qualsiasi momento qui:',
    next_payment: "La data e l'importo del prossimo pagamento sono qui:",
    refund: 'Il rimborso si chiede qui, accanto al pagamento:',
    erase: 'Il tuo account e i tuoi dati si cancellano qui, sotto "Your data":',
    lost_phone: 'Senza il telefono accedi così:',
    commission: 'Ogni commissione è qui con il suo stato:',
    invoice: 'Le tue fatture e ricevute sono qui:',
    more: 'La risposta in inglese',
  },
  nl: {
    cancel: 'Opzeggen kan op elk moment hier:',
    next_payment: 'De datum en het bedrag van de volgende betaling staan hier:',
    refund: 'Je geld terug vraag je hier, naast de betaling:',
    erase: 'Je account en je gegevens verwijder je hier, onder "Your data":',
    lost_phone: 'Zonder de telefoon log je zo in:',
    commission: 'Elke commissie staat hier met haar status:',
    invoice: 'Je facturen en bonnetjes vind je hier:',
    more: 'Het antwoord in het Engels',
  },
};

const topics = ['next_payment', 'refund', 'erase', 'lost_phone', 'commission', 'invoice', 'cancel'] as const;

/** What of an account a question in this language is about; undefined where it is about something else. */
export const accountTopicOf = (question: string, language: LanguageCode): AccountTopic | undefined =>
  topics.find((topic) => patterns[language][topic].test(fold(question)));

/** The way to what is asked about, in the language of the question. */
export function accountReply(topic: AccountTopic, language: LanguageCode): Reply {
  const { path, label, help } = places[topic];
  const words = sentences[language];
  return {
    text: `${words[topic]} [${label}](${path}). [${words.more}](${help}).`,
    citations: [],
    standing: 'about',
  };
}
