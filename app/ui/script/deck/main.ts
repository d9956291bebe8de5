// The script that plays decks of slides: a file of its own, which the script of all pages loads when it is asked for, or at rest.

import { type Film, makeFilm } from '#app/ui/script/deck/film.ts';

const films = new WeakMap<HTMLElement, Film>();

/** Gives a deck its controls, once. */
export function prepare(deck: HTMLElement): Film {
  const film = films.get(deck) ?? makeFilm(deck);
  films.set(deck, film);
  return film;
}
