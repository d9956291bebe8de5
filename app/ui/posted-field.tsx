/** For forms that may have nothing else to send, such as a button's alone: lynx asks for the page anew instead of posting nothing. */
export const PostedField = () => <input type="hidden" name="posted" />;
