import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

interface ClosingProps {
  copy: { title: string; text: string; join: string; pricing: string; demo: string };
}

export function Closing({ copy }: ClosingProps) {
  return (
    <section aria-labelledby="join" className="page section">
      <div className="grid justify-items-start gap-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        <div className="grid gap-4">
          <h2 id="join" className="display">
            {copy.title}
          </h2>
          <p className="text-xl text-muted">{copy.text}</p>
        </div>
        <div className="grid justify-items-start gap-3">
          <ButtonLink size="large" to="/checkout">
            {copy.join}
          </ButtonLink>
          <p className="flex flex-wrap gap-x-6">
            <Link to="/pricing" className="link inline-flex min-h-11 items-center">
              {copy.pricing}
            </Link>
            <Link to="/demo" className="link inline-flex min-h-11 items-center">
              {copy.demo}
            </Link>
          </p>
        </div>
      </div>
    </section>
  );
}
