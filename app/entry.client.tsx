import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { PageContext } from '#app/ui/page-context.ts';
import { isUsedEarly } from '#app/ui/script/used-early.ts';

// A page whose form was sent before React came goes on without it, as it would without this script: what stands in it by now React would
// not find as it was made, and make anew.
if (!isUsedEarly())
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
