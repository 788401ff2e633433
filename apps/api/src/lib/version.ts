/** Shown by the API and stored in backups. */
export const productVersion = '0.1.0';
