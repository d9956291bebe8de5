import { type Course, courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { introModuleId } from '#app/domain/learning/courses/videos.server.ts';
import { secondsOfDeck } from '#app/domain/learning/decks/narration.ts';
import { deckSchema, type Slide } from '#app/domain/learning/decks/slides.ts';
import { allSeries, type Series } from '#app/domain/learning/series/series.server.ts';
import { listContent, perContent, readYaml } from '#app/platform/content/files.server.ts';

/** Narrated slides, as their file beside a lesson, a course or a series tells them (P47). */
export interface Deck {
  /** Where its file is in content/, without the ending: "courses/seo/module-1", "courses/seo/course", "series/entrepreneurial". */
  key: string;
  title: string;
  slides: Slide[];
  seconds: number;
}

/** What the file of a deck ends in. */
export const deckEnding = '.deck.yaml';

/** The key of the deck of a course's module; 0 is the introduction. */
export const deckKey = (courseSlug: string, moduleId: number) =>
  `courses/${courseSlug}/${moduleId === introModuleId ? 'course' : `module-${moduleId}`}`;

/** The key of the deck of a series' page. */
const seriesDeckKey = (seriesSlug: string) => `series/${seriesSlug}`;

/** The key of a deck on the page of a series: its own introduction, and the modules of its course. */
export const deckKeyOfSeries =
  ({ slug, course }: Series) =>
  (moduleId: number) =>
    moduleId === introModuleId || !course ? seriesDeckKey(slug) : deckKey(course, moduleId);

function readDeck(key: string, title: string): Deck {
  const { slides } = readYaml(`${key}${deckEnding}`, deckSchema);
  return { key, title, slides, seconds: secondsOfDeck(slides) };
}

function titlesInCourse({ slug, title, modules }: Course): [key: string, title: string][] {
  const titles = new Map(modules.map((module) => [`module-${module.id}`, module.title]));
  titles.set('course', `Introduction to ${title}`);
  return listContent(`courses/${slug}`, /^(course|module-\d+)\.deck\.yaml$/).flatMap((file) => {
    const name = file.slice(0, -deckEnding.length);
    const deckTitle = titles.get(name);
    return deckTitle ? [[`courses/${slug}/${name}`, deckTitle]] : [];
  });
}

/** The titles of the decks there are, by their keys. */
const titles = perContent(
  (): ReadonlyMap<string, string> =>
    new Map([
      ...[...courses().values()].flatMap(titlesInCourse),
      ...listContent('series', /^[a-z0-9-]+\.deck\.yaml$/).flatMap((file): [string, string][] => {
        const slug = file.slice(0, -deckEnding.length);
        const series = allSeries().get(slug);
        return series ? [[seriesDeckKey(slug), series.title]] : [];
      }),
    ]),
);

/** Whether a key has a deck, without reading it. */
export const hasDeck = (key: string): boolean => titles().has(key);

const deckCache = perContent(() => new Map<string, Deck>());

/** The deck of a key, or null. Its file is read when it is first asked for: all of them are a second's work. @throws {ContentError} */
export function findDeck(key: string): Deck | null {
  const title = titles().get(key);
  if (title === undefined) return null;
  const cache = deckCache();
  const deck = cache.get(key) ?? readDeck(key, title);
  cache.set(key, deck);
  return deck;
}

/** Every deck by its key. @throws {ContentError} */
export const decks = perContent(
  (): ReadonlyMap<string, Deck> =>
    new Map(
      [...titles().keys()].flatMap((key) => {
        const deck = findDeck(key);
        return deck ? [[key, deck]] : [];
      }),
    ),
);
