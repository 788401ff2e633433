/**
 * An import of 100,000 rows needed at most 202 MB with 8 MB semi-spaces, and 421 MB with Node's defaults. With 16 MB, a
 * list page costs 10% less.
 */
export const memoryLimits = ['--max-semi-space-size=16', '--max-old-space-size=384'];
