const capitals: Readonly<Record<string, string>> = { api: 'API', html: 'HTML', csv: 'CSV' };

/** "Update customer" of `updateCustomer`, "Create API key" of `createApiKey`. */
export function actionText(action: string): string {
  const words = action
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
    .map((word) => capitals[word] ?? word)
    .join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
