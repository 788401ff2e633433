/** Of the product, as the API and backups tell it. */
export const productVersion = '0.1.0';
