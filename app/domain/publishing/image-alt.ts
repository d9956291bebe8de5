/** What a picture shows is said in so many characters, for those who cannot see it. */
export const altLength = { min: 20, max: 300 };
