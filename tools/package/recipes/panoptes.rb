# Homebrew: a formula for a tap.
class Panoptes < Formula
  desc "UCI chess engine that always knows who attacks what"
  homepage "@URL@"
  url "@FILES@/panoptes-@VERSION@.tar.gz"
  sha256 "@SOURCE@"
  license "MIT"

  depends_on "nasm" => :build
  depends_on :linux

  def install
    cpu = Hardware::CPU.arm? ? "armv8-a+crc" : "x86-64-v2"
    ENV.runtime_cpu_detection # without this call Homebrew drops -march
    ENV["HOMEBREW_OPTIMIZATION_LEVEL"] = "O3"
    system "make", "ARCH=#{cpu}", "PREFIX=#{prefix}", "install"
  end

  test do
    assert_match(/^\d+ nodes \d+ nps$/, shell_output("#{bin}/panoptes bench"))
  end
end
