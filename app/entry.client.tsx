import typedScript from 'virtual:typed-script';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { PageContext } from '#app/ui/page-context.ts';
import { beforeReact } from '#app/ui/script/before-react.ts';
import type { PageAsSent } from '#app/ui/script/typed-before-react.ts';

/** Tells that React has taken the page over. */
function Begun({ then }: { then: () => void }) {
  useEffect(then, [then]);
  return null;
}

// A page may be used before React comes. What the page's script has put into it meanwhile is out of the way while React takes over.
beforeReact((putBack) => {
  const sent: PageAsSent = { elements: [...document.body.children], focused: document.activeElement };
  document.addEventListener('focusin', ({ target }) => {
    sent.focused = target;
  });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageContext value={{ runsReact: true }}>
          <HydratedRouter />
          <Begun then={putBack} />
        </PageContext>
      </StrictMode>,
      {
        onRecoverableError(error) {
          reportError(error);
          // React has replaced the page, because it was not as the server sent it.
          void import(/* @vite-ignore */ typedScript).then(({ restoreTyped }) => restoreTyped(sent));
        },
      },
    );
  });
});
