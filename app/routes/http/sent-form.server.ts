import { requestScope } from '#app/platform/runtime/request-scope.server.ts';
import { secrets } from '#app/routes/http/form.server.ts';
import { mostFields, readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import type { SentField, SentForm } from '#app/ui/page-context.ts';

// A form that could not be saved because the database is away is given back with its page, ready to be sent again (P226). Nothing of it is
// kept here: it goes back to whoever sent it, on a page that no cache keeps.

const isPassword = (name: string) => /pass(?:word|phrase|code)/i.test(name);
const isCard = (name: string, value: string) => /card|cvc|cvv|iban|expiry/i.test(name) || isCardNumber(value);

/** Digits as on a payment card, by their number and check digit. */
function isCardNumber(value: string): boolean {
  const digits = value.replaceAll(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function fieldOf(name: string, value: string): SentField {
  // Left empty, it is to stay so.
  if (value === '') return { name, kind: 'hidden', value };
  if (isPassword(name)) return { name, kind: 'password', value: '' };
  if (secrets.includes(name) || isCard(name, value)) return { name, kind: 'again', value: '' };
  const isText = value.length >= 20 && /\S\s+\S/.test(value);
  return { name, kind: isText ? 'text' : 'hidden', value };
}

/**
 * What was sent by a browser's form, to be sent once more to the same address; null where it cannot be read, or holds what only the page
 * it is from can make anew (a passkey's answer).
 */
export async function readSentForm(request: Request): Promise<SentForm | null> {
  try {
    // A request may have failed before anybody read its form.
    if (!requestScope()?.sentForm) await readFormWithFiles(request, mostFields);
    const { form, files } = requestScope()?.sentForm ?? {};
    if (!form || !files || form.get('passkey')) return null;
    const fields = [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [fieldOf(name, value)] : [],
    );
    const isMultipart = /^multipart\//i.test(request.headers.get('Content-Type') ?? '');
    const { pathname, search } = new URL(request.url);
    // Two slashes would begin the name of another site.
    return { action: pathname.replace(/^[/\\]+/, '/') + search, isMultipart, fields, files };
  } catch {
    return null;
  }
}
