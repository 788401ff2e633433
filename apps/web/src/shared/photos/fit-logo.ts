/** Four times the size in which pages show it. */
const maxWidth = 868;
const maxHeight = 216;

/**
 * The whole picture, small enough for the corner of a page, as a PNG with its transparency.
 * @throws when the browser cannot read the picture
 */
export async function fitLogo(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, maxWidth / picture.width, maxHeight / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('No canvas');
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)),
      'image/png',
    ),
  );
}
