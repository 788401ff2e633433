type Size = { readonly width: number; readonly height: number };

/** Four times the size in lists, for high-density screens and the account page. */
const ofFace: Size = { width: 256, height: 256 };

/**
 * The center of a picture in the proportions of `size`, at most that large, as a JPEG. Loads quickly and has no camera
 * metadata such as the location.
 * @throws if the browser cannot read the picture.
 */
export async function shrinkPhoto(file: Blob, size: Size = ofFace): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.max(size.width / picture.width, size.height / picture.height);
  const cut = { width: size.width / scale, height: size.height / scale };
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(Math.min(cut.width, size.width));
  canvas.height = Math.round(Math.min(cut.height, size.height));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('No canvas');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const [left, top] = [(picture.width - cut.width) / 2, (picture.height - cut.height) / 2];
  pen.drawImage(picture, left, top, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)),
      'image/jpeg',
      0.9,
    ),
  );
}

/** Four times the size on pages. */
const maxWidth = 868;
const maxHeight = 216;

/**
 * The whole picture, scaled down for the corner of a page, as a PNG with transparency.
 * @throws if the browser cannot read the picture.
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
