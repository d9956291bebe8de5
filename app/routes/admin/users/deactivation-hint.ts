/** What deactivating somebody does to what they pay, and what of it cannot be undone: said before the button (P347). */
export const deactivationHint =
  'An inactive user is signed out at once and not charged again. Card subscriptions end when the paid period does. PayPal subscriptions are suspended until then, and go on if you activate the user before that. A PayPal subscription with a payment missing ends now, for good.';
