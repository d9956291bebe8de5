import { classNames } from '#app/ui/class-names.ts';

/** The first letters of the first and last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** Sides in pixels, with the classes for them. */
const sizes = {
  small: { side: 32, box: 'size-8', text: 'text-xs' },
  medium: { side: 48, box: 'size-12', text: 'text-base' },
  large: { side: 96, box: 'size-24', text: 'text-3xl' },
};

/** Somebody's picture or, without one, their initials. It stands beside the name, and says nothing more. */
export function Avatar({
  name,
  pictureId,
  size = 'small',
}: {
  name: string;
  pictureId: string | null;
  size?: keyof typeof sizes;
}) {
  const { side, box, text } = sizes[size];
  const looks = classNames('shrink-0 rounded-full', box);
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
      className={classNames(looks, 'grid place-items-center bg-accent-soft font-semibold text-accent', text)}
    >
      {initialsOf(name)}
    </span>
  );
}
