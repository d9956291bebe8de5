import { z } from 'zod';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  type DeckOf,
  makeSlides,
  moveSlide,
  publishDeck,
  removeSlide,
} from '#app/domain/publishing/authoring/deck-changes.server.ts';
import { checkDeck, requireDeck, slideList } from '#app/domain/publishing/authoring/deck-editor.server.ts';
import { refuseUnseen } from '#app/domain/publishing/authoring/list-items.server.ts';
import { discardWaiting } from '#app/domain/publishing/publish.server.ts';
import {
  actOnList,
  listIntents,
  refusedInList,
  seenIn,
} from '#app/routes/admin/content/list/list-action.server.ts';
import { courseAddress, deckAddress } from '#app/routes/admin/content/piece-address.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readIntent } from '#app/routes/http/form-action.server.ts';

const intents = z.enum([...listIntents, 'make']);

/** Does what a button of a deck's page asks for. */
export async function actOnDeck(actor: Actor, of: DeckOf, form: FormData) {
  const intent = readIntent(form, intents);
  const { slug, moduleId } = of;
  const here = deckAddress(slug, moduleId);
  try {
    if (intent === 'make') {
      await makeSlides(actor, of, seenIn(form));
      return await redirectWithFlash(
        here,
        'The slides are made from the lesson, as a draft. Go through them now.',
      );
    }
    return await actOnList(intent, form, {
      here,
      one: 'slide',
      whole: 'slides',
      move: (move) => moveSlide(actor, of, move),
      remove: (key) => removeSlide(actor, of, key),
      check: () => checkDeck(slug, moduleId),
      publish: (seen) => publishDeck(actor, of, seen),
      async discard(seen) {
        const deck = await requireDeck(slug, moduleId);
        refuseUnseen(deck, seen, slideList);
        await discardWaiting(actor, deck);
        return deck.isOnSite ? here : courseAddress(slug);
      },
    });
  } catch (error) {
    return refusedInList(intent, form, error);
  }
}
