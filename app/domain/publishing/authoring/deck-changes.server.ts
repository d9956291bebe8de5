import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  requireDeck,
  requireLesson,
  slideList,
} from '#app/domain/publishing/authoring/deck-editor.server.ts';
import {
  addItem,
  editItem,
  moveItem,
  type Raw,
  refuseUnseen,
  removeItem,
  replaceItems,
} from '#app/domain/publishing/authoring/list-items.server.ts';
import { slidesFromLesson } from '#app/domain/publishing/authoring/slides-from-lesson.server.ts';
import { publishText } from '#app/domain/publishing/publish.server.ts';

// What the forms of a deck change, as drafts (P294). Each throws {Refusal} not_allowed, not_found, unavailable, and conflict while the deck
// is scheduled or cannot be read, besides what is said of it.

/** Where slides belong to: a module of a course by its number, or its introduction (0). */
export interface DeckOf {
  slug: string;
  moduleId: number;
}

const open = ({ slug, moduleId }: DeckOf) => requireDeck(slug, moduleId);

/** Adds a slide at the end of a deck; the first one begins it. @returns its key @throws {Refusal} as `addItem` */
export const addSlide = async (actor: Actor, of: DeckOf, raw: Raw): Promise<string> =>
  addItem(actor, await open(of), slideList, raw, String(raw.layout));

/** Puts a slide in the place of the one with this key. @returns its key @throws {Refusal} as `editItem` */
export const editSlide = async (actor: Actor, of: DeckOf, key: string, raw: Raw): Promise<string> =>
  editItem(actor, await open(of), slideList, key, raw);

/** Moves a slide one place up (-1) or down (1). @throws {Refusal} as `moveItem` */
export const moveSlide = async (
  actor: Actor,
  of: DeckOf,
  move: { key: string; number: number; by: -1 | 1 },
): Promise<void> => moveItem(actor, await open(of), slideList, move);

/** Takes a slide out of a deck. @throws {Refusal} as `removeItem` */
export const removeSlide = async (actor: Actor, of: DeckOf, key: string): Promise<void> =>
  removeItem(actor, await open(of), slideList, key);

/**
 * Makes the slides of a lesson by rule, in place of those there are; the ones before stay in the history. The same lesson makes the same
 * slides.
 * @throws {Refusal} also invalid for a lesson that cannot be read, and conflict where others were saved since its author looked
 */
export async function makeSlides(actor: Actor, of: DeckOf, seenByAuthor: number): Promise<void> {
  const deck = await open(of);
  const slides = slidesFromLesson(await requireLesson(of.slug, of.moduleId));
  const isSame = JSON.stringify(slides) === JSON.stringify(deck.items.map(({ raw }) => raw));
  if (isSame) return;
  refuseUnseen(deck, seenByAuthor, slideList);
  await replaceItems(actor, deck, slideList, slides, 'Made from the lesson');
}

/**
 * Publishes slides as they were last saved, and as their author has seen them.
 * @throws {Refusal} conflict where nothing waits, or was saved since; {Unpublishable}
 */
export async function publishDeck(actor: Actor, of: DeckOf, seenByAuthor: number): Promise<void> {
  const deck = await open(of);
  const { path, seen, text, state } = deck;
  if (state === 'published') throw new Refusal('conflict', 'The slides are published as they are.');
  if (state === 'none') throw new Refusal('conflict', 'There are no slides yet.');
  refuseUnseen(deck, seenByAuthor, slideList);
  await publishText(actor, { path, seen, text });
}
