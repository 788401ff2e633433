/** A picture of somebody; `users` and `customers` name it by its key, which is its address. */
export type PhotosTable = {
  key: string;
  sha256: string;
  size_bytes: number;
  content_type: 'image/png' | 'image/jpeg' | 'image/webp';
  created_at: Date;
};
