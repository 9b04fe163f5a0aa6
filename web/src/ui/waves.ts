/** The path of waves on the water, from left to right. */
export function waves(x: number, y: number, length: number, height: number, count: number): string {
  return `M${x} ${y}q${length / 2}-${height} ${length} 0${`t${length} 0`.repeat(count - 1)}`;
}
