export default function X(): null {
  return null;
}
