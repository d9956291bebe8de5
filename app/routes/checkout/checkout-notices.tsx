import { ButtonLink } from '#app/ui/button.tsx';

/** Whose team somebody has a seat in. */
export function TeamOf({ owner }: { owner: string }) {
  return (
    <>
      the team of <bdi>{owner}</bdi>
    </>
  );
}

interface AlreadyThereProps {
  title: string;
  text: string;
  label: string;
  to: string;
}

/** In place of a checkout, for who has what it sells. */
export function AlreadyThere({ title, text, label, to }: AlreadyThereProps) {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-16">
      <h1>{title}</h1>
      <p className="text-muted">{text}</p>
      <ButtonLink to={to} reloadDocument>
        {label}
      </ButtonLink>
    </div>
  );
}
