/** What deactivating somebody does to what they pay, and what of it cannot be undone: said before the button (P347). */
export const deactivationHint =
  'An inactive user is signed out at once and not charged again. Subscriptions are on hold until the paid period ends, and go on if you activate the user before that; after it they end. A subscription with a payment missing ends now, for good.';
