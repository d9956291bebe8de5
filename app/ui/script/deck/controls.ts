import { readSetting } from '#app/ui/script/deck/device-settings.ts';

const icon = (path: string) => `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
const icons = {
  play: icon('<path d="M8 5.5v13l10.5-6.5z" fill="currentColor"/>'),
  pause: icon('<path d="M8.5 6v12M15.5 6v12" stroke-width="3"/>'),
  back: icon('<path d="M17 6v12l-9-6zM6 6v12"/>'),
  next: icon('<path d="M7 6v12l9-6zM18 6v12"/>'),
  full: icon('<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>'),
};
const button = (act: string, label: string, inner: string) =>
  `<button type="button" data-act="${act}" aria-label="${label}">${inner}</button>`;

/** What is pressed, read and moved below a deck. */
export interface Controls {
  captions: HTMLElement;
  play: HTMLElement;
  captionsButton: HTMLElement;
  scrub: HTMLInputElement;
  time: HTMLElement;
  speed: HTMLSelectElement;
  voice: HTMLSelectElement;
  said: HTMLElement;
}

/** Puts the controls and the transcript into their place, once for each deck. */
export function makeControls(below: HTMLElement, narrations: readonly string[]): Controls {
  const speeds = ['0.75', '1', '1.25', '1.5', '2'];
  const speed = readSetting('speed') ?? '1';
  below.innerHTML = `<p class="deck-captions"></p>
<div class="deck-controls" role="group" aria-label="Player">${button('back', 'Back', icons.back)}${button('play', 'Play', icons.play)}${button('next', 'Next', icons.next)}
<input class="deck-scrub" type="range" min="1" max="${narrations.length}" step="1" value="1" aria-label="Slide">
<span class="deck-time"></span>
<div class="deck-options"><button type="button" data-act="captions">CC<span class="sr-only"> captions</span></button><select data-speed aria-label="Speed">${speeds
    .map((value) => `<option value="${value}"${value === speed ? ' selected' : ''}>${value}x</option>`)
    .join('')}</select><select data-voice aria-label="Voice" hidden></select>${
    document.fullscreenEnabled ? button('full', 'Full screen', icons.full) : ''
  }</div></div>
<details class="deck-transcript"><summary>Transcript</summary><ol></ol></details>
<p class="sr-only" role="status"></p>`;
  const find = <Found extends HTMLElement>(selector: string) => below.querySelector(selector) as Found;
  find('ol').append(
    ...narrations.map((text) => {
      const item = document.createElement('li');
      item.textContent = text;
      return item;
    }),
  );
  return {
    captions: find('.deck-captions'),
    play: find('[data-act=play]'),
    captionsButton: find('[data-act=captions]'),
    scrub: find('.deck-scrub'),
    time: find('.deck-time'),
    speed: find('[data-speed]'),
    voice: find('[data-voice]'),
    said: find('[role=status]'),
  };
}

/** The button says what a press does. */
export function showPlaying(play: HTMLElement, isPlaying: boolean): void {
  play.innerHTML = isPlaying ? icons.pause : icons.play;
  play.ariaLabel = isPlaying ? 'Pause' : 'Play';
}
