import { Icon, type IconProps, icon } from '#app/ui/icon.tsx';

// Icons that stand in documents alone: the pages that React goes on with do not load them.

export const ArrowDown = icon(<path d="M12 5v14m-6-6 6 6 6-6" />);
export const Book = icon(
  <path d="M5 5.5A2.5 2.5 0 0 1 7.5 3H19v15H7.5A2.5 2.5 0 0 0 5 20.5zM5 20.5A2.5 2.5 0 0 0 7.5 21H19" />,
);
export const File = icon(<path d="M6.5 3.5H14L18.5 8v12.5h-12zM14 3.5V8h4.5M9.5 12.5h6m-6 4h4" />);
export const People = icon(
  <>
    <circle cx="9" cy="8.5" r="3.25" />
    <path d="M3 19.5c.5-3.5 2.8-5.25 6-5.25s5.5 1.75 6 5.25M15.5 5.6a3.25 3.25 0 0 1 0 5.8M17.5 14.6c2 .7 3.2 2.3 3.5 4.9" />
  </>,
);
export const Pencil = icon(<path d="m4.5 19.5 1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5" />);

export const Bookmark = ({ className, isFilled }: IconProps & { isFilled?: boolean }) => (
  <Icon className={className}>
    <path d="M6.5 4h11v16l-5.5-4.25L6.5 20z" fill={isFilled ? 'currentColor' : 'none'} />
  </Icon>
);
