import { type Course, courses } from '#app/domain/courses/catalogue.server.ts';
import { introModuleId } from '#app/domain/courses/videos.server.ts';
import { secondsOfDeck } from '#app/domain/decks/narration.ts';
import { deckSchema, type Slide } from '#app/domain/decks/slides.ts';
import { allSeries, type Series } from '#app/domain/series/series.server.ts';
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
export const seriesDeckKey = (seriesSlug: string) => `series/${seriesSlug}`;

/** The key of a deck on the page of a series: its own introduction, and the modules of its course. */
export const deckKeyOfSeries =
  ({ slug, course }: Series) =>
  (moduleId: number) =>
    moduleId === introModuleId || !course ? seriesDeckKey(slug) : deckKey(course, moduleId);

function readDeck(key: string, title: string): [string, Deck] {
  const { slides } = readYaml(`${key}${deckEnding}`, deckSchema);
  return [key, { key, title, slides, seconds: secondsOfDeck(slides) }];
}

function decksOfCourse({ slug, title, modules }: Course): [string, Deck][] {
  const titles = new Map(modules.map((module) => [`module-${module.id}`, module.title]));
  titles.set('course', `Introduction to ${title}`);
  return listContent(`courses/${slug}`, /^(course|module-\d+)\.deck\.yaml$/).flatMap((file) => {
    const name = file.slice(0, -deckEnding.length);
    const found = titles.get(name);
    return found ? [readDeck(`courses/${slug}/${name}`, found)] : [];
  });
}

/** The deck of a key, or null. */
export const findDeck = (key: string): Deck | null => decks().get(key) ?? null;

/** Every deck by its key; read from content/ once. @throws {ContentError} */
export const decks = perContent(
  (): ReadonlyMap<string, Deck> =>
    new Map([
      ...[...courses().values()].flatMap(decksOfCourse),
      ...listContent('series', /^[a-z0-9-]+\.deck\.yaml$/).flatMap((file) => {
        const slug = file.slice(0, -deckEnding.length);
        const series = allSeries().get(slug);
        return series ? [readDeck(seriesDeckKey(slug), series.title)] : [];
      }),
    ]),
);
