import { SubmitButton } from '#app/ui/button.tsx';

/** The one button of a checkout where nothing is to be paid. */
export function FreeCheckout({ path, name }: { path: string; name: string }) {
  return (
    <form method="post" action={path} className="grid justify-items-start gap-3">
      <p>{name} costs nothing. You need no card, and nothing is charged later.</p>
      <SubmitButton size="large" pendingLabel="Getting it...">
        {`Get ${name} for free`}
      </SubmitButton>
    </form>
  );
}
