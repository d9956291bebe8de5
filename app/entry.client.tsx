import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { PageContext } from '#app/ui/page-context.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageContext value={{ runsReact: true }}>
        <HydratedRouter />
      </PageContext>
    </StrictMode>,
  );
});
