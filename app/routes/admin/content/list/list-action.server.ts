import { data } from 'react-router';
import { z } from 'zod';
import { Unpublishable } from '#app/domain/publishing/publish.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { type FormReply, refusedForm } from '#app/routes/http/form.server.ts';
import { parseForm, readAction } from '#app/routes/http/form-action.server.ts';

/** What every list can be asked for. */
export const listIntents = ['up', 'down', 'remove', 'check', 'publish', 'discard'] as const;

const ofItem = z.object({ key: z.string().max(20), number: z.coerce.number().int().min(1).max(99) });

const ofPage = z.object({ seen: z.coerce.number().int().min(0) });

/** The version of the file that a page showed. */
export const seenIn = (form: FormData): number => readAction(form, ofPage).seen;

/** What the page of a list shows after a button that stays on it. */
export interface ListReply extends FormReply {
  /** The button it answers. */
  intent: string;
  /** What the check has found; null where it was not asked. */
  problems: readonly string[] | null;
}

interface List {
  /** The address of its page. */
  here: string;
  /** Discards its draft. @returns where its author goes on */
  discard(seen: number): Promise<string>;
  /** What one of them, and the whole, is called. */
  one: string;
  whole: string;
  move(move: { key: string; number: number; by: -1 | 1 }): Promise<void>;
  remove(key: string): Promise<void>;
  check(): Promise<string[]>;
  publish(seen: number): Promise<void>;
}

/** Does what a button of a list's page asks for. @throws {Refusal} */
export async function actOnList(intent: (typeof listIntents)[number], form: FormData, list: List) {
  const { here, one, whole } = list;
  switch (intent) {
    case 'up':
    case 'down': {
      const { key, number } = parseForm(form, ofItem);
      const by = intent === 'up' ? -1 : 1;
      await list.move({ key, number, by });
      return redirectWithFlash(`${here}#${one}-${number + by}`, 'The order is saved as a draft.');
    }
    case 'remove':
      await list.remove(parseForm(form, ofItem).key);
      return redirectWithFlash(here, `The ${one} is removed from the draft. The history keeps it.`);
    case 'check':
      return data<ListReply>({ lastResult: {}, intent, problems: await list.check() });
    case 'publish':
      await list.publish(seenIn(form));
      return redirectWithFlash(here, `The ${whole} ${whole.endsWith('s') ? 'are' : 'is'} published.`);
    case 'discard':
      return redirectWithFlash(
        await list.discard(seenIn(form)),
        'The draft is discarded. It stays in the history.',
      );
  }
}

/** Shows what a button of a list's page was refused for. */
export function refusedInList(intent: string, form: FormData, error: unknown) {
  const refused = refusedForm(form, error);
  return data<ListReply>(
    { ...refused.data, intent, problems: error instanceof Unpublishable ? error.problems : null },
    refused.init ?? undefined,
  );
}
