/** What a picture shows is said in so many characters. */
export const altLength = { min: 20, max: 300 };
