import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router';
import { isConnectionLoss } from '#app/routes/frame/connection-loss.ts';
import type { Unsent } from '#app/ui/unsent-message.tsx';

/** What the page's other words are for: the redirect of a form that is done, and refusals a form cannot mend. */
const isAnswer = (error: unknown) =>
  error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);

/** Whether a script keeps the form to send it later (app/ui/script/offline/outbox); then that says so. */
function isKept(request: Request, form: FormData): boolean {
  const action = new URL(request.url).pathname;
  const from = document.querySelector(`form[data-offline][action="${CSS.escape(action)}"]`);
  return (
    from !== null &&
    !window.dispatchEvent(new CustomEvent('unsent', { cancelable: true, detail: { from, body: form } }))
  );
}

/**
 * The `clientAction` of a form that React sends, as `export const clientAction = keepTyped`. Where the site was not reached or failed,
 * the page stays, and its button says so (`UnsentMessage`); other forms are sent by app/ui/script/submitting.ts, which says the same.
 */
export async function keepTyped({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const intent = form.get('intent');
  try {
    // What the server answers is typed by the page's action.
    return (await serverAction()) as never;
  } catch (error) {
    if (isAnswer(error)) throw error;
    if (isConnectionLoss(error) && isKept(request, form))
      return data<Unsent>({ unsent: '', intent: null }, { status: 503 });
    const what = isConnectionLoss(error) ? 'The connection failed.' : 'Something went wrong on our side.';
    // As a failure, it makes the router ask for nothing else, which would fail too.
    return data<Unsent>(
      {
        unsent: `${what} Everything on this page is kept: please try again.`,
        intent: typeof intent === 'string' ? intent : null,
      },
      { status: 503 },
    );
  }
}
