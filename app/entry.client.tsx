import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { PageContext } from '#app/ui/page-context.ts';

// An error page shows what only the server knew; the browser reads it back from the page.
const shown = document.querySelector<HTMLElement>('[data-request-id]')?.dataset;
const page = shown ? { requestId: shown.requestId, isOutage: shown.outage === 'true' } : {};

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageContext value={page}>
        <HydratedRouter />
      </PageContext>
    </StrictMode>,
  );
});
