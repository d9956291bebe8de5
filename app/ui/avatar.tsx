import { classNames } from '#app/ui/class-names.ts';

/** The first letters of the first and last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** Somebody's picture or, without one, their initials. It stands beside the name, and says nothing more. */
export function Avatar({
  name,
  pictureId,
  isLarge = false,
}: {
  name: string;
  pictureId: string | null;
  isLarge?: boolean;
}) {
  const side = isLarge ? 96 : 32;
  const looks = classNames('shrink-0 rounded-full', isLarge ? 'size-24' : 'size-8');
  return pictureId ? (
    <img
      src={`/pictures/${pictureId}`}
      width={side}
      height={side}
      alt=""
      loading="lazy"
      className={classNames(looks, 'bg-sunken object-cover')}
    />
  ) : (
    <span
      aria-hidden="true"
      className={classNames(
        looks,
        'grid place-items-center bg-accent-soft font-semibold text-accent',
        isLarge ? 'text-3xl' : 'text-xs',
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
