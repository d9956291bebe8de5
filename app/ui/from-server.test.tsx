import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FromServer } from '#app/ui/from-server.tsx';

it('is sent with what is in it, under the name by which browsers find its markup', () => {
  expect(
    renderToString(
      <FromServer id="frame-foot">
        <a href="/legal/terms">Terms</a>
      </FromServer>,
    ),
  ).toBe('<div data-text="frame-foot" class="contents"><a href="/legal/terms">Terms</a></div>');
});
