import { readSetting, saveSetting } from '#app/ui/script/deck/device-settings.ts';

const speech = 'speechSynthesis' in window ? window.speechSynthesis : undefined;
const silent = '-';

/** A voice that a browser's calls say exists, and that says nothing: from then on the captions are timed. */
let isBroken = false;

/** Calls for a voice that does not begin in time. */
let late: ReturnType<typeof setTimeout> | undefined;

/** The voices of this browser that speak English; there may be none, or they come late. */
const voices = () =>
  isBroken ? [] : (speech?.getVoices().filter(({ lang }) => /^en\b/i.test(lang.replace('_', '-'))) ?? []);

/** The voice that was chosen or, before, the browser's own; null for silence. */
function chosen(): SpeechSynthesisVoice | null {
  const name = readSetting('voice');
  if (name === silent) return null;
  const all = voices();
  return all.find((voice) => voice.name === name) ?? all.find((voice) => voice.default) ?? all[0] ?? null;
}

/**
 * Fills the choice of voices, now and when the browser has found more; it is hidden where there is none.
 * @returns what fills it again.
 */
export function voiceChoice(select: HTMLSelectElement): () => void {
  const fill = () => {
    const name = chosen()?.name ?? silent;
    select.replaceChildren(
      ...[...voices().map((voice) => voice.name), silent].map((value) => {
        const label = value === silent ? 'No voice' : value.replace(/^(Google|Microsoft) /, '');
        return new Option(label, value, false, value === name);
      }),
    );
    select.hidden = voices().length === 0;
  };
  fill();
  speech?.addEventListener?.('voiceschanged', fill);
  select.addEventListener('change', () => saveSetting('voice', select.value));
  return fill;
}

/** Stops whatever is being said. */
export function hush(): void {
  // What is stopped before it began says nothing more in some browsers: that is no failure.
  clearTimeout(late);
  speech?.cancel();
}

/**
 * Says a text and calls `ended` after it. False where there is no voice for it: then time tells. A voice that does not begin, or fails,
 * calls `failed`.
 */
export function say(text: string, rate: number, ended: () => void, failed: () => void): boolean {
  const voice = chosen();
  if (!speech || !voice) return false;
  hush();
  const words = new SpeechSynthesisUtterance(text);
  Object.assign(words, { voice, lang: voice.lang, rate });
  const fail = () => {
    clearTimeout(mine);
    isBroken = true;
    failed();
  };
  const mine = setTimeout(fail, 4_000);
  late = mine;
  words.onstart = () => clearTimeout(mine);
  words.onend = () => {
    clearTimeout(mine);
    ended();
  };
  words.onerror = ({ error }) => {
    clearTimeout(mine);
    // What was stopped for another sentence is no failure.
    if (error !== 'canceled' && error !== 'interrupted') fail();
  };
  speech.speak(words);
  return true;
}
