import { makeControls, showPlaying } from '#app/ui/script/deck/controls.ts';
import { clock, lengthOf, readCues } from '#app/ui/script/deck/cues.ts';
import { readSetting, saveSetting } from '#app/ui/script/deck/device-settings.ts';
import { hush, say, voiceChoice } from '#app/ui/script/deck/voice.ts';

/** What of a cue goes on: the silence before it, its words, the silence after. */
type Phase = 'pause' | 'words' | 'rest';

/** One plays at a time. */
let playing: Film | undefined;

/** A deck that can be played. */
export type Film = ReturnType<typeof makeFilm>;

/** Makes a deck's storyboard a film: its controls, its keys, its clock. Nothing moves or speaks before it is asked to. */
export function makeFilm(deck: HTMLElement) {
  const slides = [...deck.querySelectorAll<HTMLElement>('.deck-slides > li')];
  const cues = readCues(slides);
  const whole = cues.reduce((sum, cue) => sum + lengthOf(cue), 0);
  const below = deck.querySelector<HTMLElement>('.deck-below') ?? deck;
  const controls = makeControls(
    below,
    slides.map((slide) => slide.querySelector('.deck-narration')?.textContent?.trim() ?? ''),
  );
  let at = 0;
  let phase: Phase = 'pause';
  let isSpoken = false;
  /** Counts what was begun to be said: what ends late is not taken for what is said now. */
  let breath = 0;
  /** Seconds of this phase that have gone by, and of this cue before it. */
  let phaseSeconds = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let last = 0;
  let keeping: ReturnType<typeof setTimeout> | undefined;

  const cue = () => cues[at] ?? cues[0];
  const rate = () => Number(controls.speed.value);
  const firstOf = (slide: number) => cues.findIndex((one) => one.slide === slide);

  function show(): void {
    const now = cue();
    if (!now) return;
    const steps = phase === 'pause' && now.pause > 0 ? now.steps - 1 : now.steps;
    for (const [index, slide] of slides.entries()) slide.toggleAttribute('data-current', index === now.slide);
    for (const step of slides[now.slide]?.querySelectorAll<HTMLElement>('[data-step]') ?? [])
      step.toggleAttribute('data-later', Number(step.dataset.step) > steps);
    if (phase !== 'pause' || now.pause === 0) controls.captions.textContent = now.text;
    controls.scrub.value = String(now.slide + 1);
    controls.scrub.ariaValueText = `Slide ${now.slide + 1} of ${slides.length}`;
    showTime();
  }

  function showTime(): void {
    const now = cue();
    if (!now) return;
    const before = cues.slice(0, at).reduce((sum, one) => sum + lengthOf(one), 0);
    const past = phase === 'pause' ? 0 : phase === 'words' ? now.pause : now.pause + now.seconds;
    const most = { pause: now.pause, words: now.seconds, rest: now.rest }[phase];
    const elapsed = deck.dataset.state === 'ended' ? whole : before + past + Math.min(phaseSeconds, most);
    controls.time.textContent = `${clock(elapsed)} / ${clock(whole)}`;
  }

  /** Tells the site where one is, so that one goes on from there on any device; what fails is told by the next. */
  function keepPlace(isNow = false): void {
    clearTimeout(keeping);
    const { keptAt = '', deck: key = '', state } = deck.dataset;
    const slide = String(state === 'ended' ? 1 : (cue()?.slide ?? 0) + 1);
    if (deck.dataset.slide === slide) return;
    const send = () => {
      deck.dataset.slide = slide;
      const body = new URLSearchParams({ deck: key, slide });
      fetch(keptAt, { method: 'POST', body, keepalive: true }).catch(() => {});
    };
    if (isNow) send();
    else keeping = setTimeout(send, 1_000);
  }

  function enter(next: Phase): void {
    phase = next;
    phaseSeconds = 0;
    isSpoken = false;
    if (next === 'words') speak();
    show();
  }

  function speak(): void {
    breath += 1;
    const mine = breath;
    const isHere = () => mine === breath && phase === 'words' && timer !== undefined;
    isSpoken = say(
      cue()?.text ?? '',
      rate(),
      () => {
        if (isHere()) enter('rest');
      },
      () => {
        isSpoken = false;
        offerVoices();
      },
    );
  }

  function tick(): void {
    // What is no longer on the page, such as a dialog that was closed, is no longer heard.
    if (!deck.isConnected) {
      pause();
      return;
    }
    const time = performance.now();
    phaseSeconds += ((time - last) / 1_000) * rate();
    last = time;
    const now = cue();
    if (!now) return;
    if (phase === 'pause' && phaseSeconds >= now.pause) enter('words');
    // A voice takes its own time, but not for ever.
    else if (phase === 'words' && phaseSeconds >= (isSpoken ? now.seconds * 3 + 8 : now.seconds))
      enter('rest');
    else if (phase === 'rest' && phaseSeconds >= now.rest) follow();
    showTime();
  }

  function follow(): void {
    if (at === cues.length - 1) {
      end();
      return;
    }
    at += 1;
    if (cues[at - 1]?.slide !== cue()?.slide) keepPlace();
    enter('pause');
  }

  function stop(state: 'paused' | 'ended'): void {
    clearInterval(timer);
    timer = undefined;
    hush();
    if (playing === film) playing = undefined;
    deck.dataset.state = state;
    showPlaying(controls.play, false);
  }

  function end(): void {
    stop('ended');
    showTime();
    keepPlace(true);
    controls.said.textContent = 'The end.';
  }

  function pause(): void {
    if (timer === undefined) return;
    stop('paused');
  }

  function play(): void {
    if (timer !== undefined) return;
    playing?.pause();
    playing = film;
    if (deck.dataset.state === 'ended') at = 0;
    deck.dataset.state = 'playing';
    controls.said.textContent = '';
    showPlaying(controls.play, true);
    last = performance.now();
    timer = setInterval(tick, 100);
    enter('pause');
    tick();
  }

  /** To a slide, from 0; what plays goes on from there. */
  function go(slide: number): void {
    const to = Math.min(Math.max(slide, 0), slides.length - 1);
    at = firstOf(to);
    hush();
    if (deck.dataset.state !== 'playing') deck.dataset.state = 'paused';
    // What stands still is seen whole.
    if (timer === undefined) at = cues.findLastIndex((one) => one.slide === to);
    enter(timer === undefined ? 'rest' : 'pause');
    if (timer === undefined) at = firstOf(to);
    controls.said.textContent = timer === undefined ? `Slide ${to + 1} of ${slides.length}` : '';
    keepPlace();
  }

  function setCaptions(areOn: boolean): void {
    controls.captions.hidden = !areOn;
    controls.captionsButton.ariaPressed = String(areOn);
    saveSetting('captions', areOn ? 'on' : 'off');
  }

  const acts: Record<string, () => void> = {
    play: () => (timer === undefined ? play() : pause()),
    back: () => go((cue()?.slide ?? 0) - 1),
    next: () => go((cue()?.slide ?? 0) + 1),
    captions: () => setCaptions(Boolean(controls.captions.hidden)),
    full: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else deck.requestFullscreen().catch(() => {});
    },
  };
  const keys: Record<string, string> = {
    ' ': 'play',
    ArrowLeft: 'back',
    ArrowRight: 'next',
    c: 'captions',
    f: 'full',
  };

  function onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    if (!target.closest('.deck-below, .deck-screen') || target.closest('select')) return;
    // Full screen and dialogs take Escape for themselves; it stops what is heard.
    if (key === 'Escape') {
      pause();
      return;
    }
    const act = keys[key.length === 1 ? key.toLowerCase() : key];
    const isOwn =
      (key === ' ' && target.closest('button, summary')) ||
      (key.startsWith('Arrow') && target === controls.scrub);
    if (!act || isOwn) return;
    event.preventDefault();
    acts[act]?.();
  }

  below.addEventListener('click', ({ target }) => {
    const act = target instanceof Element && target.closest<HTMLElement>('[data-act]')?.dataset.act;
    if (act) acts[act]?.();
  });
  deck.querySelector('.deck-slides')?.addEventListener('click', () => {
    acts.play?.();
    controls.play.focus();
  });
  deck.addEventListener('keydown', onKey);
  controls.scrub.addEventListener('input', () => go(Number(controls.scrub.value) - 1));
  controls.speed.addEventListener('change', () => {
    saveSetting('speed', controls.speed.value);
    if (timer !== undefined && isSpoken) enter('words');
  });
  controls.voice.addEventListener('change', () => {
    if (timer !== undefined && phase === 'words') enter('words');
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) pause();
  });
  window.addEventListener('pagehide', () => {
    pause();
    if (deck.dataset.state && deck.isConnected) keepPlace(true);
  });

  const film = {
    pause,
    /** Begins where one was, and takes the focus from the button that has gone. */
    start(): void {
      at = Math.max(firstOf(Number(deck.dataset.slide) - 1), 0);
      play();
      controls.play.focus();
    },
  };
  setCaptions(readSetting('captions') !== 'off');
  const offerVoices = voiceChoice(controls.voice);
  at = Math.max(firstOf(Number(deck.dataset.slide) - 1), 0);
  controls.time.textContent = `0:00 / ${clock(whole)}`;
  return film;
}
