/** The version of the program, as package.json has it (held by a test). */
export const VERSION = '0.1.0';
