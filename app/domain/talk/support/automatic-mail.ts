/** Fields of a mail's header, by their names in small letters. */
export type MailSigns = Readonly<Record<string, string>>;

/** Whom mail servers send reports by. */
const reporter = /^mailer-daemon(?:[+@]|$)/;

/** How answers of absent people begin, where their program gives no better sign than that it sends in bulk. */
const absent =
  /^(?:out of (?:the )?office|automatic reply|auto(?:matic)?[- ]?repl|autoreply|abwesen|automatische antwort|réponse automatique|absence|respuesta automática|resposta automática|risposta automatica|automatisch antwoord|autosvar|automatiskt svar|automaattinen|automatyczna odpowiedź|автоответ|自动回复|自動返信|자동 회신)/;

/**
 * Whether a program sent a mail, by itself: bounces, reports, notes of absence (RFC 3834). What only says that it came by a list, or asks
 * not to be answered by machines (X-Auto-Response-Suppress, which Exchange puts on everybody's mail), may be of a person.
 */
export function isAutomatic(signs: MailSigns, from: string, subject = ''): boolean {
  const submitted = signs['auto-submitted']?.trim().toLowerCase();
  const precedence = signs.precedence?.trim().toLowerCase();
  return (
    (submitted !== undefined && submitted !== '' && !/^no(?:$|[;\s])/.test(submitted)) ||
    precedence === 'auto_reply' ||
    ((precedence === 'bulk' || precedence === 'junk') && absent.test(subject.trim().toLowerCase())) ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoresponder'].some(
      (name) => signs[name] !== undefined && signs[name]?.trim().toLowerCase() !== 'no',
    ) ||
    signs['return-path']?.trim() === '<>' ||
    (signs['content-type']?.trim().toLowerCase().startsWith('multipart/report') ?? false) ||
    reporter.test(from)
  );
}
