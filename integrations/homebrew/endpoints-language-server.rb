# The programs and their man pages, from the npm package of the release.
class EndpointsLanguageServer < Formula
  desc "Checker and language server for Kubernetes Endpoints and EndpointSlices"
  homepage "@URL@"
  url "@URL@/releases/download/v@VERSION@/endpoints-language-server-@VERSION@.tgz"
  sha256 "@SHA256:package@"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    man1.install_symlink libexec.glob("lib/node_modules/endpoints-language-server/dist/*.1")
    generate_completions_from_executable(bin/"endpoints", "completion")
  end

  test do
    (testpath/"db.yaml").write <<~YAML
      apiVersion: v1
      kind: Endpoints
      metadata:
        name: db
      subsets:
        - addresses:
            - ip: 127.0.0.1
    YAML
    assert_match "loopback-ip", shell_output("#{bin}/endpoints check db.yaml", 1)
    assert_match version.to_s, shell_output("#{bin}/endpoints-language-server --version")
  end
end
