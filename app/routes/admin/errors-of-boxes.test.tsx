import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NewKey } from '#app/routes/admin/devops/keys.tsx';
import { EndpointFields } from '#app/routes/admin/sent-webhooks/endpoint-fields.tsx';

const reply = (name: string) => ({
  lastResult: { status: 'error' as const, error: { [name]: ['Please choose some'] } },
});

// What is wrong with boxes as a whole stands at no single one of them; the page's script leads the focus to it (first-error.ts).
it.each([
  ['a key', <NewKey key="key" path="/" formKey="x" reply={reply('permissions')} />],
  ['an endpoint', <EndpointFields key="endpoint" id="x" reply={reply('events')} />],
])('of %s that has none of its boxes ticked is told where the focus goes', (_, form) => {
  expect(renderToStaticMarkup(form)).toMatch(
    /<div id="[^"]+-error" role="alert" tabindex="-1"[^>]*><p>Please choose some<\/p>/i,
  );
});
