import * as calls from '#app/ui/assistant/panel/calls.ts';
import { element } from '#app/ui/assistant/panel/element.ts';

const look =
  'min-h-9 cursor-pointer rounded-full border border-line-strong px-3 text-xs text-muted hover:border-accent hover:text-accent aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent';

/** Whether an answer was helpful, kept when a button is pressed; a press on the chosen one takes it back. */
export function ratingView(messageId: string, rated: 1 | -1 | null): Node {
  let currentRating = rated;
  const problem = element('span', { role: 'status', className: 'text-xs text-danger empty:hidden' });
  const buttonFor = (value: 1 | -1, words: string) => {
    const button = element('button', { type: 'button', className: look }, words);
    button.addEventListener('click', () => {
      const before = currentRating;
      problem.textContent = '';
      press(currentRating === value ? null : value);
      calls.rate(messageId, currentRating).catch(() => {
        press(before);
        problem.textContent = 'Not kept. Please try again.';
      });
    });
    return { value, button };
  };
  const buttons = [buttonFor(1, 'Helpful'), buttonFor(-1, 'Not helpful')];
  function press(rating: typeof currentRating): void {
    currentRating = rating;
    for (const { value, button } of buttons) button.setAttribute('aria-pressed', String(value === rating));
  }
  press(rated);
  return element(
    'div',
    { className: 'flex flex-wrap items-center gap-2' },
    ...buttons.map(({ button }) => button),
    problem,
  );
}
