/** The looks of what is wrong with a form as a whole. */
export const formErrorClass =
  'w-full rounded-control border border-danger bg-danger-soft px-4 py-3 text-sm font-medium text-danger';
